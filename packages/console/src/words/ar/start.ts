import { CONSOLE_WORDS_AR } from './console.ts';
import { ISSUING_WORDS_AR } from './issuing.ts';
import { SCREEN_WORDS_AR } from './screens.ts';

/** The words of the frame, the sign-in page and the search screen, which load before all others. */
export const START_WORDS_AR = { ...CONSOLE_WORDS_AR, ...ISSUING_WORDS_AR, ...SCREEN_WORDS_AR };
