import { readEmbossing } from './read-embossing.ts';

export * from './read-embossing.ts';

export const EMBOSSING_OPERATIONS = [readEmbossing] as const;
