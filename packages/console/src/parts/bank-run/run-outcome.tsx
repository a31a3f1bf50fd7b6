import type { BacktestResult, BacktestRun } from '@cardwright/contract';
import { AlertIcon, CheckIcon, XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { ApprovedTotals } from '../decision/approved-totals.tsx';
import { ChangedDecisionTable } from '../decision/changed-decision-table.tsx';
import { Notice } from '../page/notice.tsx';
import { Panel } from '../page/panel.tsx';
import { PagedRows } from '../table/paged-rows.tsx';
import classes from './bank-run.module.css';
import { useDifferences } from './bank-run-queries.ts';
import { DayCharts } from './day-charts.tsx';
import { MerchantTable } from './merchant-table.tsx';
import { RuleTable } from './rule-table.tsx';
import { RunComparisonView } from './run-comparison.tsx';

interface OutcomeParts {
  readonly run: BacktestRun;
  /** The run under today's settings, with which the change is compared. */
  readonly today?: BacktestRun | undefined;
}

/** Shows the result of an ended run, with the comparison with today's settings first. */
export function RunOutcome({ run, today }: OutcomeParts) {
  const { t } = useWords();
  const { result } = run;
  if (result === undefined) return <BrokenOff run={run} />;
  return (
    <>
      {today !== undefined && (
        <Panel title={t('backtest.title')}>
          <RunComparisonView run={run} today={today} />
        </Panel>
      )}
      <Panel title={t(today === undefined ? 'backtest.found' : 'backtest.foundPast')}>
        <Totals result={result} />
      </Panel>
      {result.changed > 0 && (
        <>
          <DayCharts days={result.by_day} />
          <Panel title={t('backtest.byRule')}>
            <RuleTable rows={result.by_rule} />
          </Panel>
          <Panel title={t('backtest.byMerchant')}>
            <MerchantTable rows={result.by_merchant} />
          </Panel>
          <Differences backtestId={run.backtest_id} result={result} />
        </>
      )}
    </>
  );
}

function BrokenOff({ run }: { run: BacktestRun }) {
  const { t } = useWords();
  const isFailed = run.state === 'FAILED';
  return (
    <>
      <Panel title={t('backtest.found')}>
        <Notice
          isBad={isFailed}
          icon={isFailed ? AlertIcon : XCircleIcon}
          title={t(isFailed ? 'backtest.failed' : 'backtest.cancelled')}
          text={
            <>
              {run.failure !== undefined && <bdi>{run.failure}</bdi>}
              <div>{t(isFailed ? 'backtest.failedAbout' : 'backtest.cancelledAbout')}</div>
            </>
          }
        />
      </Panel>
      <Differences backtestId={run.backtest_id} />
    </>
  );
}

function Totals({ result }: { result: BacktestResult }) {
  const { t } = useWords();
  const { decisions, changed, accounts, approved } = result;
  if (decisions === 0) return <p className={classes.sentence}>{t('backtest.nothingInBank')}</p>;
  const notes = [
    t('backtest.accounts', { count: accounts }),
    result.accounts_refused > 0 && t('backtest.accountsRefused', { count: result.accounts_refused }),
    result.not_replayed > 0 && t('backtest.notReplayed', { count: result.not_replayed }),
    result.other_rule_version > 0 && t('backtest.otherRules', { count: result.other_rule_version }),
  ].filter((note) => note !== false);
  return (
    <div data-backtest={changed}>
      {changed === 0 ? (
        <p className={classes.sentence}>
          <CheckIcon size={16} aria-hidden /> {t('backtest.none', { count: decisions })}
        </p>
      ) : (
        <>
          <p className={classes.sentence}>
            <strong>{t('backtest.changed', { count: changed })}</strong> {t('backtest.of', { count: decisions })}
          </p>
          {approved.map(({ currency, ...of }) => (
            <ApprovedTotals key={currency} of={of} currency={currency} />
          ))}
        </>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </div>
  );
}

/** Lists each changed decision, page by page. A cancelled run has the differences that it found until then. */
function Differences({ backtestId, result }: { backtestId: string; result?: BacktestResult }) {
  const { t } = useWords();
  const differences = useDifferences(backtestId);
  const isCut = result !== undefined && result.differences_kept < result.changed;
  return (
    <Panel title={t('backtest.oneByOne')}>
      <PagedRows
        query={differences}
        rowsOf={({ items }) => items}
        empty={<p className={classes.sentence}>{t('backtest.noneFound')}</p>}
      >
        {(rows) => <ChangedDecisionTable name={t('backtest.oneByOne')} rows={rows} isOfBank />}
      </PagedRows>
      {isCut && <p className={classes.note}>{t('backtest.stored', { count: result.differences_kept })}</p>}
    </Panel>
  );
}
