import type { Finding, TakenMerchant } from '@cardwright/contract';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { MerchantMove } from '../records/merchant-move.ts';
import type { ChainsOfRequest } from './model/chains-of-request.ts';
import type { ExistingRecords } from './model/existing-records.ts';
import type { CheckedChain, CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';

/** A checked request with the stored records that it refers to. */
export interface RequestOnRecord {
  readonly acquirerId: string;
  readonly checked: CheckedOnboarding;
  readonly existing: ExistingRecords;
  readonly chains: ChainsOfRequest;
  /** The chains that the request creates or replaces. */
  readonly newChains: readonly CheckedChain[];
  readonly rules: Pick<OnboardingRules, 'defaultPaymentMethods'>;
}

/** The values that all rows of an accepted request share. */
export interface Submission {
  readonly requestNo: bigint;
  /** The acquirer's id of the request. */
  readonly requestId: string;
  /** The id of the HTTP request. */
  readonly httpRequestId: string;
  readonly at: Date;
  /** The client that sent the request. */
  readonly actor: string;
}

/** Handles the amendments of an acquirer's requests. A request without amendments does not use it. */
export interface AmendmentHandler {
  /** Loads the data for the screening. Runs before the acquirer is locked, because loading can take long. */
  prepare(tx: Tx): Promise<void>;
  examine(tx: Tx, request: RequestOnRecord): Promise<ExaminedAmendments>;
}

export interface ExaminedAmendments {
  /** Findings about chains of applications that only amend. */
  readonly chainFindings: readonly Finding[];
  findingsOf(amendment: CheckedMerchant): readonly Finding[];
  /** Decides which amendments apply now and which wait. Requires a request without findings. */
  accept(tx: Tx, at: Date): Promise<AcceptedAmendments>;
}

export interface AcceptedAmendments {
  readonly closedMerchants: ReadonlySet<string>;
  write(tx: Tx, submission: Submission, applicationIds: readonly string[]): Promise<MerchantMove[]>;
  /** Null if the amendment makes no version, or makes it later. */
  versionOf(amendment: CheckedMerchant): number | null;
  responseOf(amendment: CheckedMerchant): Omit<TakenMerchant, 'merchantId' | 'warnings'>;
  audit(audit: OperationContext['audit'], log: string, requestId: string): void;
}
