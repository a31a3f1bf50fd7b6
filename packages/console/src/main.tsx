import './no-markup-of-text.ts';
import './theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';

const place = document.getElementById('console');
if (place === null) throw new Error('the page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
