import type { StoredPartner } from '../../issuing/banks/index.ts';
import { partnerKeyProblem, urlProblem } from '../../platform/outbox/index.ts';
import type { PartnerConfiguration } from './configuration-schema.ts';

/**
 * The time between the partner's deadline and the network's, in milliseconds, in which the server stores the decision.
 */
const RESERVED_MS = 500;
const LEAST_DEADLINE_MS = 50;
const USUAL_DEADLINE_MS = 500;
const USUAL_IN_A_ROW = 20;
const USUAL_OF_LAST_100 = 50;

/** The limits that the server's settings set for a configuration. */
export interface ConfigurationReach {
  /** The deadline of an authorization, in milliseconds. */
  readonly deadlineMs: number;
  readonly allowHttp: boolean;
  readonly allowPrivateAddresses: boolean;
}

/** Returns every problem of a decision partner that fits its schema. */
export function findPartnerProblems(
  partner: PartnerConfiguration | undefined,
  path: string,
  reach: ConfigurationReach,
): string[] {
  if (partner === undefined) return [];
  const { url, keys, deadline_ms: deadline, breaker } = partner;
  const most = reach.deadlineMs - RESERVED_MS;
  const isWithin = (value: unknown, least: number, at: number) =>
    value === undefined || (Number(value) >= least && Number(value) <= at);
  const wrongUrl = URL.canParse(url) ? urlProblem(url, reach) : 'must be a URL';
  const tooShort = most < LEAST_DEADLINE_MS;
  return [
    ...(wrongUrl === undefined ? [] : [`${path}.url ${wrongUrl}`]),
    ...keys.flatMap((key, at) => {
      const problem = partnerKeyProblem(key) ?? (keys.indexOf(key) < at ? 'appears twice' : undefined);
      return problem === undefined ? [] : [`${path}.keys[${at}] ${problem}`];
    }),
    ...(tooShort
      ? [`${path} cannot be used: CARDWRIGHT_AUTHORIZATION_DEADLINE_MS must be at least 550`]
      : isWithin(deadline ?? USUAL_DEADLINE_MS, LEAST_DEADLINE_MS, most)
        ? []
        : [
            `${path}.deadline_ms must be ${LEAST_DEADLINE_MS} to ${most}, 500 less than CARDWRIGHT_AUTHORIZATION_DEADLINE_MS`,
          ]),
    ...(isWithin(breaker?.failures_in_a_row, 1, 1_000) ? [] : [`${path}.breaker.failures_in_a_row must be 1 to 1000`]),
    ...(isWithin(breaker?.failures_of_last_100, 1, 100)
      ? []
      : [`${path}.breaker.failures_of_last_100 must be 1 to 100`]),
  ];
}

/** Returns the form in which the database stores a partner with its bank. */
export function toStoredPartner(partner: PartnerConfiguration): StoredPartner {
  const { url, deadline_ms: deadline, ask = 'would_approve', stand_in: standIn, breaker, provisioning } = partner;
  return {
    url,
    deadline_ms: Number(deadline ?? USUAL_DEADLINE_MS),
    ask,
    stand_in: { approve_up_to: standIn?.approve_up_to ?? '0', per_day: standIn?.per_day ?? null },
    breaker: {
      failures_in_a_row: Number(breaker?.failures_in_a_row ?? USUAL_IN_A_ROW),
      failures_of_last_100: Number(breaker?.failures_of_last_100 ?? USUAL_OF_LAST_100),
    },
    ...(provisioning !== undefined && { provisioning: { stand_in: provisioning.stand_in ?? 'require_code' } }),
  };
}
