import Type, { type Static } from 'typebox';
import { LIST_KINDS } from '../conditions/condition-fields.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';

/** Entries that a list can hold. */
export const MOST_LIST_ENTRIES = 100_000;
/** Lists that a bank can have. */
export const MOST_LISTS = 1_000;
/** Entries that one request can name. */
export const MOST_ENTRIES_SENT = 50_000;

export const listPath = record({
  name: text(40, {
    fieldFormat: 'list-name',
    description: 'Name of the list, as in conditions: lowercase letters, digits and -',
  }),
});

export const listKind = () =>
  oneOf(LIST_KINDS, {
    component: 'ListKind',
    description: 'merchantId: Card_Acceptor_Identification_Code; mcc: merchant categories',
  });

/** An entry as it is sent: what it has to look like is told by the kind. */
export const sentEntries = (description: string) => list(text(15), { maxItems: MOST_ENTRIES_SENT, description });

export const MerchantListSummary = record(
  {
    name: text(40),
    kind: listKind(),
    count: Type.Integer({ description: 'Entries' }),
    edition: Type.Integer({ description: "Version of the bank's rules and lists with the latest change" }),
    changed_at: instantField(),
    changed_by: text(200, { description: 'A person or a caller' }),
  },
  { component: 'MerchantListSummary' },
);
export type MerchantListSummary = Static<typeof MerchantListSummary>;

export const MerchantList = record(
  { ...MerchantListSummary.properties, entries: list(text(15), { description: 'In order' }) },
  { component: 'MerchantList', extending: MerchantListSummary },
);
