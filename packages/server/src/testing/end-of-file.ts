import { afterAll, inject } from 'vitest';
import { expectNoCardNumber, handOverCardNumbers } from './used-card-numbers.ts';

// the first to be registered is the last to run: everything of the file is closed by then
afterAll(() => {
  handOverCardNumbers(inject('usedCardNumbers'));
  expectNoCardNumber();
});
