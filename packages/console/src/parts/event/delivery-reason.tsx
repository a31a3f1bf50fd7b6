import type { DeliveryOutcome } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { DeliveryNote } from './delivery-note.tsx';
import classes from './delivery-reason.module.css';

/** For each outcome of the interface, the reason for a failure and what the owner can do. */
const WORDS: Readonly<Record<DeliveryOutcome, WordKey>> = {
  DELIVERED: 'reason.delivered',
  REJECTED: 'reason.rejected',
  UNREACHABLE: 'reason.unreachable',
  TIMED_OUT: 'reason.timedOut',
  REDIRECTED: 'reason.redirected',
  BAD_ANSWER: 'reason.badAnswer',
  GONE: 'reason.gone',
  ADDRESS_REFUSED: 'reason.addressRefused',
  NO_TOKEN: 'reason.noToken',
  NO_SCOPE: 'reason.noScope',
};

interface DeliveryReasonParts {
  readonly attempt: {
    readonly outcome: DeliveryOutcome;
    /** The note of the server; null if the reader may not see it. */
    readonly reason: string | null;
  };
}

/** Describes the outcome of an attempt and what to do about it, with the note of the server. */
export function DeliveryReason({ attempt }: DeliveryReasonParts) {
  const { t } = useWords();
  const word = WORDS[attempt.outcome] as WordKey | undefined;
  return (
    <div className={classes.reason} data-outcome={attempt.outcome}>
      {word !== undefined && <span>{t(word)}</span>}
      {attempt.outcome !== 'DELIVERED' && attempt.reason !== null && (
        <span className={classes.note}>
          <DeliveryNote note={attempt.reason} />
        </span>
      )}
    </div>
  );
}
