import type { Figures } from '../figures.ts';
import type { PartnerSaw } from '../saw.ts';

const SYSTEM = "The bank's own system";

export function partnerInEnglish({ answer, reason, afterMs }: PartnerSaw, figures: Figures): string {
  const after = `after ${figures.number(afterMs)} ms`;
  const because = reason === undefined ? '' : `: ${figures.name(reason)}`;
  switch (answer) {
    case 'APPROVE':
      return `${SYSTEM} answered yes ${after}${because}.`;
    case 'DECLINE':
      return `${SYSTEM} answered no ${after}${because}.`;
    case 'WOULD_BE_ASKED':
      return `${SYSTEM} would be called.`;
    case 'LATE':
      return `${SYSTEM} had not answered ${after}.`;
    case 'WRONG':
      return `${SYSTEM} gave an unreadable answer${because}.`;
    case 'UNREACHABLE':
      return `${SYSTEM} could not be reached${because}.`;
    case 'BREAKER_OPEN':
      return `${SYSTEM} was not called because it had failed too often.`;
    case 'TOO_MANY_WAITING':
      return `${SYSTEM} was not called because too many payments were waiting for it.`;
    case 'NO_TIME':
      return `${SYSTEM} was not called because too little time was left.`;
    case 'OUTDATED':
      return `${SYSTEM} answered, but its answer was no longer valid when the payment was decided.`;
  }
}
