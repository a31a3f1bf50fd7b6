import { ALL_CHANGES, CHANGE_EVENTS } from '../webhooks/change-events.ts';
import { code, table } from './markdown.ts';

/** Writes the catalogue of events that report a change. */
export function changeEventTable(): string {
  return table(
    ['Type', 'When', 'Since', '`before`', '`after`'],
    ALL_CHANGES.map((type) => {
      const { meaning, since, example } = CHANGE_EVENTS[type];
      return [code(type), meaning, since, code(JSON.stringify(example.before)), code(JSON.stringify(example.after))];
    }),
  );
}
