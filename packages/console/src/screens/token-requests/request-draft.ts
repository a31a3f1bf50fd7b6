import type { PanSource, ProvisioningDecision, ProvisioningFields, TokenType } from '@cardwright/contract';

/** A hypothetical request in the form. An empty value means that the field is absent. */
export interface RequestDraft {
  readonly card: string;
  readonly requestor: string;
  readonly tokenType: TokenType | '';
  readonly deviceType: string;
  readonly deviceCountry: string;
  readonly accountScore: string;
  readonly deviceScore: string;
  readonly panSource: PanSource | '';
  readonly walletAge: string;
}

export function newRequestDraft(card: string): RequestDraft {
  const absent = { deviceType: '', deviceCountry: '', accountScore: '', deviceScore: '', walletAge: '' };
  return { card, requestor: '', tokenType: 'DEVICE', panSource: '', ...absent };
}

/** A draft that starts as a copy of a real request. */
export function draftOf({ card_identifier_id, requestor_id, request }: ProvisioningDecision): RequestDraft {
  const { device = {}, scores = {}, token_type, pan_source, wallet_account_age_days: age } = request;
  return {
    card: card_identifier_id ?? '',
    requestor: requestor_id,
    tokenType: token_type ?? '',
    deviceType: device.type ?? '',
    deviceCountry: device.country ?? '',
    accountScore: String(scores.account ?? ''),
    deviceScore: String(scores.device ?? ''),
    panSource: pan_source ?? '',
    walletAge: String(age ?? ''),
  };
}

/** The requestor of a request that is not a copy. */
const ANY_REQUESTOR = '0';

/** Returns the request to preview. Values that the form does not have stay as in the real request. */
export function requestOf(draft: RequestDraft, real: ProvisioningDecision | undefined): ProvisioningFields {
  const {
    device,
    scores,
    token_type: _,
    pan_source: __,
    wallet_account_age_days: ___,
    ...others
  } = real?.request ?? {};
  const { deviceType, deviceCountry, accountScore, deviceScore, walletAge } = draft;
  const requestor = draft.requestor || ANY_REQUESTOR;
  return {
    ...others,
    card: draft.card,
    requestor_id: requestor,
    requestor_name: real?.requestor_id === requestor ? real.requestor_name : requestor,
    device: present({ ...device, type: deviceType, country: deviceCountry }),
    scores: present({ ...scores, account: numberOf(accountScore), device: numberOf(deviceScore) }),
    ...present({
      token_type: draft.tokenType,
      pan_source: draft.panSource,
      wallet_account_age_days: numberOf(walletAge),
    }),
  } as ProvisioningFields;
}

function numberOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function present(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));
}
