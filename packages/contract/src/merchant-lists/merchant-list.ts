import Type, { type Static } from 'typebox';
import { LIST_KINDS } from '../conditions/condition-fields.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';

/** Maximum number of entries of a list. */
export const MAX_LIST_ENTRIES = 100_000;
/** Maximum number of lists of a bank. */
export const MAX_LISTS = 1_000;
/** Maximum number of entries in one request. */
export const MAX_ENTRIES_SENT = 50_000;

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

/** An entry of a request. The kind of the list determines its format. */
export const sentEntries = (description: string) => list(text(15), { maxItems: MAX_ENTRIES_SENT, description });

export const MerchantListSummary = record(
  {
    name: text(40),
    kind: listKind(),
    count: Type.Integer({ description: 'Number of entries' }),
    edition: Type.Integer({ description: "Version of the bank's rules and lists at the latest change" }),
    changed_at: instantField(),
    changed_by: text(200, { description: 'Person or caller that made the latest change' }),
  },
  { component: 'MerchantListSummary' },
);
export type MerchantListSummary = Static<typeof MerchantListSummary>;

export const MerchantList = record(
  { ...MerchantListSummary.properties, entries: list(text(15), { description: 'Entries in order' }) },
  { component: 'MerchantList', extending: MerchantListSummary },
);
