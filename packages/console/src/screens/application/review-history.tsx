import type { ReviewAction, ReviewedMerchant } from '@cardwright/contract';
import { Panel } from '../../parts/page/panel.tsx';
import { merchantStatus } from '../../parts/value/merchant-status.ts';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';

const ACTIONS: Readonly<Record<ReviewAction, WordKey>> = {
  REVIEWED: 'done.reviewed',
  KYC_CONFIRMED: 'done.kycConfirmed',
  INFORMATION_REQUESTED: 'done.informationRequested',
  REJECTED: 'done.rejected',
  SCREENED_AGAIN: 'done.screened',
  APPROVED: 'done.approved',
  HIT_CLEARED: 'done.hitCleared',
  HIT_CONFIRMED: 'done.hitConfirmed',
  RETURNED_TO_REVIEW: 'done.returned',
};

interface Step {
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
  readonly done?: WordKey;
  readonly to?: string;
}

/** The actions of people and their results, newest first. */
export function stepsOf({ history, reviews }: Pick<ReviewedMerchant, 'history' | 'reviews'>): readonly Step[] {
  const done = reviews.map(({ at, by, reason, action }) => ({ at, by, reason, done: ACTIONS[action] }));
  // A person's reason is shown with the action already.
  const reviewKeys = new Set(done.map(({ at, by }) => `${at} ${by}`));
  const moved = history.map(({ at, by, reason, to }) => ({
    at,
    by,
    to,
    reason: reviewKeys.has(`${at} ${by}`) ? null : reason,
  }));
  return [...moved, ...done].sort((one, other) => other.at.localeCompare(one.at));
}

export function ReviewHistory({ merchant, subject }: { merchant: ReviewedMerchant; subject: string }) {
  const { t } = useWords();
  return (
    <Panel title={t('history.title')}>
      <StepList steps={stepsOf(merchant)} subject={subject} />
    </Panel>
  );
}

export function StepList({ steps, subject }: { steps: readonly Step[]; subject: string }) {
  const { t } = useWords();
  return (
    <ol className={classes.steps}>
      {steps.map(({ at, by, reason, done, to }) => (
        <li key={`${at} ${by} ${done ?? to}`}>
          <span className={classes.hitHead}>
            {done !== undefined && <strong>{t(done)}</strong>}
            {to !== undefined && <Status of={merchantStatus(to)} />}
          </span>
          <span className={classes.second}>
            <Time at={at} /> · <PersonName by={by} subject={subject} />
          </span>
          {reason !== null && (
            <span className={classes.sentence}>
              <bdi>{reason}</bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
