import type { FaultKind, InputFault } from '@cardwright/contract';

/** The code of each kind of fault (docs/errors.md). */
export const FAULT_CODES: Record<FaultKind, string> = {
  missing: '103',
  empty: '103',
  'too long': '104',
  'too short': '104',
  'of the wrong type': '105',
  null: '105',
  'not in its list': '106',
  'of the wrong format': '105',
};
/** Faults that are tolerated (docs/interface/requests.md#tolerances). */
export const TOLERABLE_CODES = new Set([
  'null header.tracking_id',
  'null header.instance_id',
  'of the wrong format header.timestamp',
  'of the wrong format Transaction_Fee',
  // a value with one more digit is a longer card number or an EXID
  'too long body.accountNumber',
]);
/** Returns the code of a fault (docs/errors.md). */
export const faultCodeOf = ({ kind, path }: InputFault) =>
  kind === 'not in its list' && path === 'header.msg_function' ? '107' : FAULT_CODES[kind];
