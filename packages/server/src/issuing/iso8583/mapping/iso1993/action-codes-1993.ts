import type { ActionCode } from '@cardwright/contract';
import type { MessageClass } from '../message-class.ts';
import type { ResponseCodes } from '../response-code.ts';

const APPROVED = '00';
/** Codes of acceptance for messages that request no approval. */
const ACCEPTED: Readonly<Partial<Record<MessageClass, string>>> = { reversal: '400', network: '800' };

/** The action codes of ISO 8583:1993 for ours, and for 21 (no action taken) and 40 (function not supported) of 1987. */
const CODES: Readonly<Record<ActionCode | '21' | '40', string>> = {
  '00': '000',
  '05': '100',
  '12': '902',
  '13': '110',
  '14': '111',
  '21': '914',
  '30': '904',
  '40': '115',
  '41': '208',
  '43': '209',
  '51': '116',
  '54': '101',
  '57': '119',
  '61': '121',
  '62': '104',
  '65': '123',
  '91': '912',
  '94': '913',
  '96': '909',
};
const DO_NOT_HONOUR = '05';

/** Field 39 of 1993 for a response code of 1987. Codes of the network come first. Pure. */
export function toActionCode1993(code: string, kind: MessageClass | undefined, codes: ResponseCodes): string {
  const ofNetwork = codes[code];
  if (ofNetwork !== undefined) return ofNetwork;
  if (code === APPROVED && kind !== undefined) return ACCEPTED[kind] ?? CODES[APPROVED];
  return CODES[code as ActionCode] ?? CODES['96'];
}

/** The response code of 1987 for an action code of 1993. Codes from 000 to 099 approve, 400 and 800 accept. Pure. */
export function toResponseCode1987(code: string): string {
  if (/^0\d\d$/.test(code) || code === '400' || code === '800') return APPROVED;
  const [known] = Object.entries(CODES).find(([, other]) => other === code) ?? [];
  return known ?? DO_NOT_HONOUR;
}
