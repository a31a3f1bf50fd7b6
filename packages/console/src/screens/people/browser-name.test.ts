import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it('browsers have their common names, and other programs their own names', () => {
  const like = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${like} Chrome/140.0.0.0 Safari/537.36`;
  expect(browserName(chrome)).toBe('Chrome, Linux');
  expect(browserName(`${chrome.replace('X11; Linux x86_64', 'Windows NT 10.0')} Edg/140.0`)).toBe('Edge, Windows');
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
  expect(browserName(phone)).toBe('Safari, iPhone');
  expect(browserName('curl/8.5.0')).toBe('curl/8.5.0');
});
