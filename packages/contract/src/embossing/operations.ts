// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { readEmbossing } from './read-embossing.ts';

export * from './read-embossing.ts';

export const EMBOSSING_OPERATIONS = [readEmbossing] as const;
