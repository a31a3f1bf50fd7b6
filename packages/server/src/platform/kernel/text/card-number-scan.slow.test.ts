import { beforeAll, describe, expect, it } from 'vitest';
import { arabic, samples } from '../../../testing/sample-texts.ts';
import { addOwnBins } from '../own-bins.ts';
import { maskCardNumbers, maskNumber, maskValidCardNumbers } from './masked-text.ts';

const MEGABYTE = 1_000_000;
const HERE = () => ({ prefixes: ['400000', '41000012'] });

beforeAll(() => addOwnBins(HERE().prefixes));

describe('a hostile text of a megabyte', () => {
  const of = (part: string) => part.repeat(Math.floor(MEGABYTE / part.length));
  it.each([
    ['single digits', of('4 0 0 0 0 0 ')],
    ['single digits of any value', samples('# # # # # # # # # # ', MEGABYTE / 20).join('')],
    ['numbers digit by digit', of('4,0,0,0,0,0,1,2,3,4,5,6,7,8,9,9,')],
    ['groups', of('4000/0012/3456/7899/')],
    ['groups with double blanks', of('4000  0012  3456  7899  ')],
    ['one run', of('4000001234567899')],
    ['short numbers', of('4000001234560 x ')],
    ['pairs', of('40/')],
    ['blanks', of(' ')],
    ['backslashes', `4${of('\\')}`],
    ['full-width digits', of('\uff14 ')],
    ['Arabic digits with no-break blanks', arabic(of('4000\u00a00012\u00a03456\u00a07899\u00a0'))],
    ['digits of mathematics', of('\u{1d7d2}\u{1d7ce}')],
    ['mixed scripts', of('\u0664\uff10\u0966\u{1d7ce}a \u06f40\u4e00')],
    ['what takes no room', `4${of('\u200b\u{e0021}')}`],
    ['escapes', of('4\\t0%20')],
    ['percent signs', `4${of('%25')}`],
    ['single letters', of('4000x0012x3456x7899x')],
    ['letters with what takes no room', of('4x\u200b\u200b')],
    ['letters of other scripts', of('4\u0445')],
    ['beginnings of IBANs', of('GB29 ')],
    ['almost an IBAN', of('GB29 NWBK 6016 1331 9268 18 ')],
    ['IBANs', of('AT02 4000 0012 3456 7899 ')],
    ['card numbers that look like IBANs', of('AT62\u00a04000\u00a00012\u00a03456\u00a07899\u00a0')],
  ])('takes time in proportion to its length: %s', (_kind, text) => {
    for (const mask of [
      maskCardNumbers,
      (whole: string) => maskValidCardNumbers(whole),
      (whole: string) => maskValidCardNumbers(whole, 'X', HERE),
      (whole: string) => maskNumber(whole, '400000******7899'),
    ]) {
      const started = process.cpuUsage();
      mask(text);
      // it takes some 20 ms; a search that is not linear takes minutes
      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
    }
  });
});
