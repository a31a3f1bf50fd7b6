import type { PartnerHealth } from '@cardwright/contract';
import { Status } from '../../parts/value/status.tsx';
import { useWords } from '../../words/language.ts';
import classes from './partner.module.css';

const FAILED: readonly string[] = ['LATE', 'WRONG', 'UNREACHABLE'];

/** Describes the health in a sentence, then the facts behind it. */
export function HealthSentences({ of: { breaker, questions, advices_waiting: waiting } }: { of: PartnerHealth }) {
  const { t } = useWords();
  const count = (names: readonly string[]) =>
    questions.answers.filter(({ answer }) => names.includes(answer)).reduce((sum, one) => sum + one.count, 0);
  const failed = count(FAILED);
  const texts =
    breaker === 'OPEN'
      ? t('partner.isOpen')
      : questions.count === 0
        ? t('partner.notCalled')
        : failed === 0
          ? t('partner.isHealthy')
          : t('partner.failedSome', { count: failed });
  const isWell = breaker !== 'OPEN' && failed === 0;
  return (
    <div className={classes.sentences} data-breaker={breaker ?? 'NONE'}>
      <p className={classes.sentence}>
        {questions.count > 0 && <Status of={isWell ? 'HEALTHY' : 'FAILING'} />} <strong>{texts}</strong>
      </p>
      {questions.waited_ms !== null && (
        <p className={classes.sentence}>
          {t('partner.waits', { half: questions.waited_ms.p50, nearly: questions.waited_ms.p99 })}
        </p>
      )}
      <p className={classes.sentence}>{t('partner.advices', { count: waiting })}</p>
    </div>
  );
}
