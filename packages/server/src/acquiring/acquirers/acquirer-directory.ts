import { type AmendmentType, type ChangeKind, DEFAULT_ONBOARDING_RULES } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type AcquirerRow, readAcquirers } from './acquirer-store.ts';
import type { OnboardingRules } from './onboarding-rules.ts';
import { screeningTokenContext } from './screening-token.ts';

/** An outside provider that screens merchants before a person decides about them. */
export interface ScreeningProvider {
  readonly url: string;
  readonly token: string | undefined;
  readonly timeoutMs: number;
  /** Number of attempts in quick succession. Later attempts are less frequent. */
  readonly attempts: number;
}

export interface Acquirer {
  readonly acquirerId: string;
  /** The acquirer's onboarding rules. They exclude the card number ranges, which belong to our banks. */
  readonly rules: Omit<OnboardingRules, 'cardNumberRanges'>;
  isRestricted(mcc: string): boolean;
  /** The lowest score at which a name is a hit, from 0 to 1. */
  readonly denyListThreshold: number;
  /** Whether the person who sent a merchant may also review or approve it. */
  readonly submitterMayDecide: boolean;
  /** Types of amendments that need an approval even if the screening finds nothing. */
  readonly approvedAmendments: readonly AmendmentType[];
  readonly provider: ScreeningProvider | undefined;
  /** The kinds of changes that need a second person. Undefined for the default of the mode. */
  readonly secondPerson: readonly ChangeKind[] | undefined;
}

/**
 * Holds the acquirers in memory, because every request needs them and only the configuration changes them. `reload`
 * reads them again after another server changes the configuration.
 */
export interface AcquirerDirectory {
  acquirer(acquirerId: string): Acquirer | undefined;
  allAcquirerIds(): readonly string[];
  /** Returns undefined for an acquirer that is not configured. */
  onboardingRules(acquirerId: string): Acquirer['rules'] | undefined;
  reload(): Promise<void>;
}

export async function openAcquirerDirectory(tx: Tx, vault: Pick<Vault, 'open'>): Promise<AcquirerDirectory> {
  let acquirers = new Map<string, Acquirer>();
  const directory: AcquirerDirectory = {
    acquirer: (acquirerId) => acquirers.get(acquirerId),
    allAcquirerIds: () => [...acquirers.keys()],
    onboardingRules: (acquirerId) => acquirers.get(acquirerId)?.rules,
    async reload() {
      const rows = await readAcquirers(tx);
      acquirers = new Map(rows.map((row) => [row.acquirer_id, toAcquirer(row, vault)]));
    },
  };
  await directory.reload();
  return directory;
}

function toAcquirer(row: AcquirerRow, vault: Pick<Vault, 'open'>): Acquirer {
  const { acquirer_id: acquirerId, configuration, sealed_screening_token: sealed, key_version: keyVersion } = row;
  const { screening, secondPerson } = configuration;
  const defaults = DEFAULT_ONBOARDING_RULES;
  const { catalogues, restrictedMccs, denyListThreshold, submitterMayDecide, approvedAmendments } =
    row.rules ?? configuration;
  const token =
    sealed === null || keyVersion === null
      ? undefined
      : vault.open(screeningTokenContext(acquirerId), { sealed, keyVersion });
  return {
    acquirerId,
    rules: {
      ...(catalogues.card_schemes && { cardSchemes: catalogues.card_schemes }),
      ...(catalogues.major_card_schemes && { majorSchemes: catalogues.major_card_schemes }),
      ...(catalogues.terminal_types && { terminalTypes: catalogues.terminal_types }),
      ...(catalogues.wallet_services && { walletServices: catalogues.wallet_services }),
      ...(catalogues.three_d_secure_services && { threeDSecureServices: catalogues.three_d_secure_services }),
      ...(catalogues.payment_methods && { paymentMethods: catalogues.payment_methods }),
      defaultPaymentMethods: catalogues.default_payment_methods ?? defaults.catalogues.default_payment_methods,
    },
    isRestricted: (mcc) => restrictedMccs.some((range) => isWithin(range, mcc)),
    denyListThreshold: denyListThreshold ?? Number(defaults.deny_list_threshold),
    submitterMayDecide: submitterMayDecide ?? defaults.submitter_may_decide,
    approvedAmendments: approvedAmendments ?? defaults.approved_amendments,
    provider: screening && { ...screening, token },
    secondPerson,
  };
}

/** Compares the codes as texts, because all of them have four digits. */
function isWithin(range: string, mcc: string): boolean {
  const [first, last = first] = range.split('-') as [string, string?];
  return mcc >= first && mcc <= last;
}
