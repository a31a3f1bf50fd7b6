import type { DeliveryAttempt, DeliveryOutcome } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './webhooks.module.css';

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

/** Describes the outcome of an attempt, with the note of the server. */
export function DeliveryReason({ attempt }: { attempt: Pick<DeliveryAttempt, 'outcome' | 'reason'> }) {
  const { t } = useWords();
  const word = WORDS[attempt.outcome] as WordKey | undefined;
  return (
    <div className={classes.reason} data-outcome={attempt.outcome}>
      {word !== undefined && <span>{t(word)}</span>}
      {attempt.outcome !== 'DELIVERED' && (
        <bdi dir="ltr" className={classes.noted}>
          {attempt.reason}
        </bdi>
      )}
    </div>
  );
}
