import { type JsonValue, parseJson } from '@cardwright/contract';
import { UsageError } from '../output/usage-error.ts';

/** Parses `name=value` pairs into an object. */
export function pairs(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    options.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`${JSON.stringify(pair)} is invalid: write it as name=value`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** The settings and restrictions to assume: docs/interface/decision.md#what-if. */
export function proposalOf({
  set,
  restrictions,
}: {
  readonly set: readonly string[];
  readonly restrictions?: string;
}): Record<string, JsonValue> {
  const settings = pairs(set);
  return {
    ...(Object.keys(settings).length > 0 && { cardSettings: settings }),
    ...(restrictions !== undefined && { restrictions: listIn(restrictions) }),
  };
}

function listIn(text: string): JsonValue {
  const parsed = parseJson(text);
  if (parsed.ok && Array.isArray(parsed.value)) return parsed.value;
  throw new UsageError('--restrictions must be a JSON list, such as \'[{"type":"ATM", ...}]\'');
}
