import { CONSOLE_WORDS } from './console.ts';
import { ISSUING_WORDS } from './issuing.ts';
import { SCREEN_WORDS } from './screens.ts';

/** The words of the frame, the sign-in page and the search screen, which load before all others. */
export const START_WORDS = { ...CONSOLE_WORDS, ...ISSUING_WORDS, ...SCREEN_WORDS };
