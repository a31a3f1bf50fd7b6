import type {
  Configuration,
  PartnerConfiguration,
} from '../../../../server/src/host/configuration/configuration-schema.ts';
import { DEMO_CONFIGURATION } from '../../../../server/src/host/sandbox/index.ts';
import { type CategoryRange, DEMO, type ModelBank, OTHR } from '../../world/model/model-banks.ts';

/** How to reach a bank of the model on a server. */
interface SeasonBank {
  readonly caller: string;
  readonly bin: string;
  readonly product: string;
}

const SEASON_BANKS: Readonly<Record<string, SeasonBank>> = {
  DEMO: { caller: 'demo-bank', bin: '400000', product: 'DEBIT-CLASSIC' },
  OTHR: { caller: 'other-bank', bin: '420000', product: 'OTHER-DEBIT' },
};

export function seasonBank({ id }: ModelBank): SeasonBank {
  const bank = SEASON_BANKS[id];
  if (bank === undefined) throw new Error(`the seasons have no bank ${id}`);
  return bank;
}

const written = ([first, last]: CategoryRange) => (first === last ? first : `${first}-${last}`);

/** DEMO does not configure how a missing country counts, so it counts as foreign. */
const cardControl = (bank: ModelBank) => ({
  ...(bank.unreadableCountry === 'by_currency' && { unreadable_country: bank.unreadableCountry }),
  limit_windows: [...bank.windows],
  functions: bank.functions.map((ranges, at) => ({
    function: (['1', '2', '3'] as const)[at]!,
    merchant_categories: ranges!.map(written),
  })),
  merchant_groups: Object.entries(bank.groups).map(([id, { effect, ranges }]) => ({
    id,
    name: `Group ${id}`,
    effect,
    merchant_categories: ranges.map(written),
  })),
});

/** The two banks in the form of the server's configuration. The partner belongs to DEMO. */
export const modelConfiguration = (partner: PartnerConfiguration | undefined): Configuration => ({
  banks: [
    {
      ...DEMO_CONFIGURATION.banks[0]!,
      second_person: [],
      ...cardControl(DEMO),
      ...(partner !== undefined && { decision_partner: partner }),
    },
    {
      bank_id: 'OTHR',
      bank_code: '002',
      name: 'Other Bank',
      country: 'DE',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      cut_off: '18:00',
      products: [{ product_code: 'OTHER-DEBIT', name: 'Other Debit', card_type: 'DEBIT', bin: '420000' }],
      ...cardControl(OTHR),
    },
  ],
  oauth_clients: [],
});
