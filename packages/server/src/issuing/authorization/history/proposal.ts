import type {
  BodyError,
  Finding,
  ProposedControl,
  ProposedLimit,
  ProposedRestriction,
  ProposedTokenControls,
} from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { type Failure, fail } from '../../../platform/kernel/result.ts';
import type { ProgramFields } from '../../banks/index.ts';
import { findPatchFaults, settingsSent, toPatch } from '../../card-settings/index.ts';
import { isOfProvisionings, limitFaults, type NamedLists, toTerms } from '../../limits/index.ts';
import { programFaults } from '../../programs/index.ts';
import { countryFindings } from '../../restrictions/index.ts';
import { readRequestedControls } from '../../tokens/index.ts';
import type { Proposal } from './proposed.ts';
import type { Replay } from './replay.ts';

export type { ProposedControl } from '@cardwright/contract';

export interface ProposalContext {
  readonly bank: Bank;
  /** EXIDs of the cards that a restriction may name. */
  readonly cards: ReadonlyMap<bigint, string>;
  /** The cards of the tokens that a proposal may name, by reference. */
  readonly tokens?: ReadonlyMap<string, bigint> | undefined;
  /** The account at the moment when the proposal would come into force. */
  readonly replay: Replay;
  readonly now: Date;
  /** Lists that proposed limits name; see `readProposalRecords`. */
  readonly assumedLists?: NamedLists | undefined;
}

/** No real edition has this number, so a proposed limit never has the key of an existing one. */
const PROPOSED_EDITION = 0;

type ProposalCheck =
  | { readonly proposal: Proposal; readonly failure?: undefined }
  | { readonly failure: Failure<BodyError | 'card_not_found' | 'token_not_found'> };

/** Checks a proposal by the rules for real changes of the same fields, and reports all faults together. */
export function checkProposal(
  { cardSettings = {}, restrictions = [], limits = [], tokenControls = [], program }: ProposedControl,
  context: ProposalContext,
): ProposalCheck {
  const { bank, cards, tokens = new Map<string, bigint>(), replay, now, assumedLists } = context;
  const { exponent } = replay.account.currency;
  const settings = settingsSent(cardSettings) as Record<string, string>;
  const storedSettings = replay.storedSettings;
  const findings: Finding<BodyError>[] = [
    ...findPatchFaults(settings, { bank, now, exponent, stored: storedSettings }).map((finding) => ({
      ...finding,
      path: finding.path.replace(/^body\./, ''),
    })),
    ...restrictions.flatMap((restriction, at) => restrictionFaults(restriction, `restrictions[${at}]`, context)),
    ...(program === undefined ? [] : programFaults(program, bank, now)).map((finding) => ({
      ...finding,
      path: `program.${finding.path}`,
    })),
    ...limits.flatMap((limit, at) =>
      [...limitFaults(limit, exponent), ...tokenFaults(limit)].map((finding) => ({
        ...finding,
        path: `limits[${at}].${finding.path}`,
      })),
    ),
    ...tokenControls.flatMap((one, at) => readRequestedControls(one, exponent, `tokenControls[${at}].`).findings),
  ];
  if (findings[0] !== undefined) return { failure: fail(findings[0].error, { findings }) };
  const cardOf = new Map([...cards].map(([cardId, exid]) => [exid, cardId]));
  const unknown = [...Object.entries({ restrictions, limits })].flatMap(([name, entries]) =>
    entries.flatMap(({ card_identifier_id: exid }, at) =>
      exid === undefined || cardOf.has(exid) ? [] : [`${name}[${at}].card_identifier_id`],
    ),
  )[0];
  if (unknown !== undefined) return { failure: fail('card_not_found', { path: unknown }) };
  const unknownToken = unknownTokenIn({ limits, tokenControls }, tokens);
  if (unknownToken !== undefined) return { failure: fail('token_not_found', { path: unknownToken }) };
  return {
    proposal: {
      patch: toPatch(settings, { bank, stored: storedSettings, exponent, now }),
      restrictions: restrictions.map(({ card_identifier_id: exid, ...order }) => ({
        cardId: exid === undefined ? undefined : cardOf.get(exid),
        order: {
          type: order.restriction_type,
          isAllowed: order.isAllowed,
          endDate: order.end_date,
          allowedValues: order.allowed_values,
        },
      })),
      ...proposedLimits(limits, cardOf, tokens, { exponent, assumedLists }),
      tokens: tokenControls.map((one) => controlsOf(one, tokens, exponent)),
      ...(program !== undefined && {
        program: {
          productCode: program.product_code,
          defaults: (program.defaults ?? {}) as ProgramFields,
          limits: (program.limits ?? []).map((request, at) => ({
            key: `${PROPOSED_EDITION}-${at}`,
            since: now.toISOString(),
            asked: request,
            assumedLists,
          })),
        },
      }),
    },
  };
}

/** The proposed limits: those of payments, and those of requests for tokens. */
function proposedLimits(
  limits: readonly ProposedLimit[],
  cardOf: ReadonlyMap<string, bigint>,
  tokens: ReadonlyMap<string, bigint>,
  { exponent, assumedLists }: { readonly exponent: number; readonly assumedLists: NamedLists | undefined },
): Pick<Proposal, 'limits' | 'provisioningLimits'> {
  const proposed = limits.map(({ card_identifier_id: exid, ...request }) => ({
    terms: toTerms(request, exponent, assumedLists),
    level: request.level,
    cardId: exid === undefined ? undefined : cardOf.get(exid),
    ...tokenOf(request, tokens),
  }));
  return {
    limits: proposed.filter(({ terms }) => !isOfProvisionings(terms)),
    provisioningLimits: proposed.filter(({ terms }) => isOfProvisionings(terms)),
  };
}

/** A member of a proposal that may name a token. */
interface NamesToken {
  readonly token_reference?: string | undefined;
}

/** The path of the first token that the account does not have. */
function unknownTokenIn(
  proposed: Readonly<Record<string, readonly NamesToken[]>>,
  tokens: ReadonlyMap<string, bigint>,
): string | undefined {
  return Object.entries(proposed).flatMap(([name, members]) =>
    members.flatMap((one, at) => {
      const { tokenReference: token } = tokenOf(one, tokens);
      return token === undefined || tokens.has(token) ? [] : [`${name}[${at}].token_reference`];
    }),
  )[0];
}

function tokenOf({ token_reference: sent }: NamesToken, tokens: ReadonlyMap<string, bigint>) {
  const tokenReference = sent?.toLowerCase();
  return tokenReference === undefined ? {} : { tokenReference, cardId: tokens.get(tokenReference) };
}

function controlsOf(one: ProposedTokenControls, tokens: ReadonlyMap<string, bigint>, exponent: number) {
  const tokenReference = one.token_reference.toLowerCase();
  const { controls } = readRequestedControls(one, exponent);
  return { tokenReference, cardId: tokens.get(tokenReference), controls, isSingleUse: one.singleUse ?? false };
}

/** Faults of the token of a proposed limit. */
function tokenFaults({ level, token_reference: token, card_identifier_id: card }: ProposedLimit): Finding<BodyError>[] {
  const path = 'token_reference';
  if ((level === 'token') !== (token !== undefined)) {
    const isMissing = token === undefined;
    return isMissing
      ? [{ path, error: 'field_missing', message: 'must be sent, for level token' }]
      : [{ path, error: 'value_not_allowed', message: 'must be absent, but for level token' }];
  }
  if (token === undefined || card === undefined) return [];
  return [
    { path: 'card_identifier_id', error: 'value_not_allowed', message: 'is not allowed together with token_reference' },
  ];
}

function restrictionFaults(
  restriction: ProposedRestriction,
  path: string,
  { bank, now }: ProposalContext,
): Finding<BodyError>[] {
  const faults: Finding<BodyError>[] = countryFindings({ restriction }).map((finding) => ({
    ...finding,
    path: finding.path.replace('body.restriction', path),
  }));
  if (restriction.end_date !== undefined && restriction.end_date < bank.calendar.localDate(now)) {
    faults.push({ path: `${path}.end_date`, error: 'value_not_allowed', message: 'must not lie in the past' });
  }
  return faults;
}
