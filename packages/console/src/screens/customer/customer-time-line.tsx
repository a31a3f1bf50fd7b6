import type { CardListItem } from '@cardwright/contract';
import lines from '../../parts/decision/recent-decisions.module.css';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { HistoryIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { AccountEvent, TokenEventLine } from './customer-event-lines.tsx';
import { useCustomerEvents } from './customer-queries.ts';

const SHOWN = 40;

interface TimeLineParts {
  readonly accountNumbers: readonly string[];
  readonly cards: readonly CardListItem[];
}

/** Lists the events of a customer: decisions, changes with their authors, and tokens with their notifications. */
export function CustomerTimeLine({ accountNumbers, cards }: TimeLineParts) {
  const { t } = useWords();
  const events = useCustomerEvents(accountNumbers, cards);
  return (
    <Panel title={t('timeLine.title')}>
      <QueryBoundary query={events}>
        {(all) =>
          all.length === 0 ? (
            <Notice icon={HistoryIcon} title={t('timeLine.none')} text={t('timeLine.noneAbout')} />
          ) : (
            <ol className={lines.line} data-events={all.length}>
              {all.slice(0, SHOWN).map((event, place) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: the position from the oldest event is stable
                  key={`${event.at} ${all.length - place}`}
                  data-event={event.kind === 'ACCOUNT' ? event.entry.kind : event.step.event}
                >
                  {event.kind === 'ACCOUNT' ? (
                    <AccountEvent accountNumber={event.accountNumber} entry={event.entry} />
                  ) : (
                    <TokenEventLine token={event.token} step={event.step} />
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}
