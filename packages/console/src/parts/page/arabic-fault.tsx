import { ERRORS, type ErrorName } from '@cardwright/contract';
import { ARABIC_ERRORS } from './arabic-errors.ts';

const NAMES = Object.keys(ERRORS) as ErrorName[];

/** A fault that the server found, in Arabic, with the server's own text as its title. */
export function ArabicFault({ code, message }: { code: string; message: string }) {
  const name = NAMES.find((each) => ERRORS[each].code === code);
  return <span title={message}>{name === undefined ? message : ARABIC_ERRORS[name]}</span>;
}
