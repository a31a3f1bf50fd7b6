import type { ReviewedMerchant, ScreeningHit } from '@cardwright/contract';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { CheckCircleIcon, ClockIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { ActionButton } from './action-button.tsx';
import { REASON_LENGTH } from './action-words.ts';
import classes from './application.module.css';
import type { ReviewMutations } from './application-queries.ts';
import { type Deciding, hitBlocker } from './review-rules.ts';

const CHECKS: Readonly<Record<string, WordKey>> = {
  DENY_LIST: 'check.denyList',
  RESTRICTED_MCC: 'check.restrictedMcc',
  DUPLICATE_TRN: 'check.duplicateTrn',
  DUPLICATE_ACCOUNT: 'check.duplicateAccount',
};

/** What the screening found. Its texts are English, so other languages name the check and what matches. */
function useHitText(): (hit: ScreeningHit) => string {
  const { t, language } = useWords();
  return ({ check, matched, message }) => {
    const word = CHECKS[check];
    const isTranslated = language !== 'en' && word !== undefined && check !== 'DENY_LIST' && matched !== null;
    return isTranslated ? `${t(word)}: ${matched}` : message;
  };
}

interface HitParts {
  readonly merchant: ReviewedMerchant;
  readonly deciding: Deciding;
  readonly acts: ReviewMutations;
  readonly seenAt: string;
}

/** Lists the screening hits, blocking ones first. Each hit is decided separately. */
export function HitPanel({ merchant, deciding, acts, seenAt }: HitParts) {
  const { t } = useWords();
  const [act, choose] = useState<ConfirmAction>();
  const { hits, problem } = merchant.screening;
  const mayDecide = useHasScope('merchants:review');
  const hitText = useHitText();
  const look = (hit: ScreeningHit, to: 'CLEARED' | 'CONFIRMED'): ConfirmAction => ({
    title: t(to === 'CLEARED' ? 'hit.clearTitle' : 'hit.confirmTitle'),
    effects: [hitText(hit), t(to === 'CLEARED' ? 'hit.clearEffect' : 'hit.confirmEffect')],
    verb: t(to === 'CLEARED' ? 'hit.clear' : 'hit.confirm'),
    reasonLength: REASON_LENGTH,
    carryOut: (reason) => acts.decide(hit.hitId, to, { reason, unchangedSince: seenAt }),
  });
  const button = (hit: ScreeningHit, to: 'CLEARED' | 'CONFIRMED') =>
    hit.state !== to && (
      <ActionButton
        isSmall
        verb={t(to === 'CLEARED' ? 'hit.clear' : 'hit.confirm')}
        why={hitBlocker(merchant, hit, to, deciding)}
        onClick={() => choose(look(hit, to))}
      />
    );
  const standing = [...(hits ?? [])].sort(
    (one, other) => Number(one.state === 'CLEARED') - Number(other.state === 'CLEARED'),
  );
  return (
    <Panel title={t('hits.title')}>
      {problem !== null && <p role="alert">{problem}</p>}
      {hits === null && <Notice icon={ClockIcon} title={t('hits.notYet')} text={t('hits.notYetAbout')} />}
      {hits?.length === 0 && <Notice icon={CheckCircleIcon} title={t('hits.none')} text={t('hits.noneAbout')} />}
      <ul className={classes.hits}>
        {standing.map((hit) => (
          <li key={hit.hitId} data-hit={hit.state}>
            <div className={classes.hitHead}>
              <strong>{CHECKS[hit.check] === undefined ? hit.check : t(CHECKS[hit.check] as WordKey)}</strong>
              <Status of={`HIT_${hit.state}`} />
            </div>
            <HitFacts hit={hit} subject={deciding.subject} />
            {mayDecide && merchant.status === 'PENDING_APPROVAL' && (
              <div className={classes.acts}>
                {button(hit, 'CLEARED')}
                {button(hit, 'CONFIRMED')}
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </Panel>
  );
}

function HitFacts({ hit, subject }: { hit: ScreeningHit; subject: string }) {
  const { t, locale } = useWords();
  const pathLabel = usePathLabel();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return (
    <>
      <p className={classes.sentence}>
        <bdi>{useHitText()(hit)}</bdi>
      </p>
      <p className={classes.second}>
        {hit.path !== undefined && (
          <>
            {pathLabel(hit.path)}
            {' · '}
          </>
        )}
        {hit.matched !== null && (
          <>
            {t('hit.matches')} <bdi>{hit.matched}</bdi>
          </>
        )}
        {hit.score !== null && ` · ${percent.format(hit.score)}`}
      </p>
      {hit.decidedBy !== null && hit.decidedAt !== null && (
        <p className={classes.second}>
          <PersonName by={hit.decidedBy} subject={subject} /> · <Time at={hit.decidedAt} />: <bdi>{hit.reason}</bdi>
        </p>
      )}
    </>
  );
}
