import { useQuery } from '@tanstack/react-query';
import { parseQuery } from '../../search/parse-query.ts';
import { useClient, useHasScope } from '../../session/session.ts';

interface SubjectChoice {
  readonly id: string;
  readonly name: string;
}

const MAX_CHOICES = 200;

/**
 * The subjects of a kind that can be chosen. Cards and accounts are found as the search finds them: by a name or a card
 * range, and the last four digits.
 */
export function useSubjectChoices(kind: string, typed: string): readonly SubjectChoice[] {
  const client = useClient();
  const cards = parseQuery(typed).cards;
  const readCards = async (signal: AbortSignal) => client.cards.list(cards as never, { signal }).take(MAX_CHOICES);
  // A browser offers only choices that contain the typed text.
  const nameOf = (text: string) => `${typed} · ${text}`;
  const readers: Readonly<Record<string, (signal: AbortSignal) => Promise<readonly SubjectChoice[]>>> = {
    card: async (signal) =>
      (await readCards(signal)).map(({ card_identifier_id: id, card_number: number }) => ({
        id,
        name: nameOf(number),
      })),
    account: async (signal) =>
      (await readCards(signal)).map(({ account_number: id, card_number: number }) => ({ id, name: nameOf(number) })),
    rule: async (signal) =>
      (await client.rules.list({}, { signal }).take(MAX_CHOICES)).map(({ name }) => ({ id: name, name })),
    'merchant-list': async (signal) =>
      (await client.merchantLists.list({}, { signal }).take(MAX_CHOICES)).map(({ name }) => ({ id: name, name })),
    'webhook-endpoint': async (signal) =>
      (await client.webhookEndpoints.list({ signal })).endpoints.map((one) => ({
        id: one.endpoint_id,
        name: one.url,
      })),
  };
  const byCard = kind === 'card' || kind === 'account';
  const mayRead = [
    useHasScope('cards:read') && byCard && cards !== undefined,
    useHasScope('programs:read') && (kind === 'rule' || kind === 'merchant-list'),
    useHasScope('webhooks:read') && kind === 'webhook-endpoint',
  ].some((may) => may);
  const read = readers[kind];
  const { data = [] } = useQuery({
    queryKey: ['subject-choices', kind, byCard ? typed : ''],
    enabled: mayRead,
    queryFn: async ({ signal }) => (await read?.(signal)) ?? [],
  });
  return data;
}
