/** A typed command for a card: its action, and the text that refers to the card. */
export interface CardCommand {
  readonly action: 'block' | 'unblock';
  readonly card: string;
}

const FILLERS = /(?:^|\s)(?:the|card|البطاقة|بطاقة)(?=\s|$)|[.…•*]+/g;

/** Reads `block card …0018` or the same in the person's language, whose verbs the caller passes. */
export function parseCardCommand(
  typed: string,
  verbs: Readonly<Record<CardCommand['action'], readonly string[]>>,
): CardCommand | undefined {
  const text = typed.trim().toLowerCase();
  for (const action of ['unblock', 'block'] as const) {
    const verb = verbs[action].find((each) => text === each.toLowerCase() || text.startsWith(`${each.toLowerCase()} `));
    if (verb !== undefined) {
      const rest = typed.trim().slice(verb.length);
      return { action, card: rest.replace(FILLERS, ' ').replace(/\s+/g, ' ').trim() };
    }
  }
  return undefined;
}
