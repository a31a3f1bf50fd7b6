/** What workers ask each other about; each has one who answers. */
export type Topic = 'decisions' | 'streams';

/** The first character of a question says what it is about. */
export const MARKS: Readonly<Record<Topic, string>> = { decisions: 'd', streams: 's' };
