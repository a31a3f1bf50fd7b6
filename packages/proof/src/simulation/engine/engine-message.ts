import type { AuthorizationMessage } from '@cardwright/server/internal/issuing/authorization/decision/facts';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import type { Step } from '../../world/operation.ts';
import type { EngineBank } from './engine-bank.ts';

/** A message of a life in the form of the engine. */
export function engineMessageOf(
  { uses }: Pick<EngineBank, 'uses'>,
  { message, use, obstacle, number }: Extract<Step, { kind: 'authorize' }>,
): AuthorizationMessage {
  const { channel, country } = requireValue(uses[use], 'a use');
  return {
    findings: obstacle === 'FORMAT' ? [{ path: 'Currency_Code', error: 'wrong_format', message: 'is wrong' }] : [],
    numberForm: number % 2 === 0 ? 'full' : 'masked',
    expiry: message.expiry,
    sequenceNumber: message.sequence,
    transactionMinor: BigInt(message.acquirerMinor),
    transactionCurrency: message.use.currency,
    billingMinor: BigInt(message.minor),
    billingCurrency: message.billingCurrency,
    channel,
    merchantCategory: message.use.category,
    country,
    terminalId: message.terminalId,
    acquirer: message.acquirer,
    merchantId: message.merchantId,
    retrievalReference: 1n,
    systemTrace: number,
    transmittedAt: '20271120080000',
  };
}
