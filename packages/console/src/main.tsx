import './trusted-type-policy.ts';
import './theme/styles.ts';
import './theme/scroll-lock-nonce.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { watchPresence } from './session/presence.ts';
import { initialLanguage } from './words/language.ts';
import { loadLanguage } from './words/load-language.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('the page has no place for the console');
watchPresence(window);
await loadLanguage(initialLanguage());
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
