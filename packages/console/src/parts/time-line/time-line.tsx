import type { CardListItem } from '@cardwright/contract';
import { HistoryIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import lines from '../decision/recent-decisions.module.css';
import { Notice } from '../page/notice.tsx';
import { Panel } from '../page/panel.tsx';
import { QueryBoundary } from '../page/query-boundary.tsx';
import { AccountEvent, TokenEventLine } from './event-lines.tsx';
import type { TimeLineEvent } from './merge-events.ts';
import { useTimeLine } from './time-line-queries.ts';

const PAGE_SIZE = 40;

interface TimeLineParts {
  readonly accountNumbers: readonly string[];
  readonly cards: readonly CardListItem[];
  /** Restricts the time line to this card. */
  readonly exid?: string;
}

/**
 * Lists the events of accounts, or of one card: decisions, changes with their authors, and tokens with their
 * notifications.
 */
export function TimeLine({ accountNumbers, cards, exid }: TimeLineParts) {
  const { t } = useWords();
  const events = useTimeLine(accountNumbers, cards);
  return (
    <Panel title={t('timeLine.title')}>
      <QueryBoundary query={events}>
        {(found) => {
          const all = exid === undefined ? found : found.filter((event) => isOfCard(event, exid));
          return all.length === 0 ? (
            <Notice icon={HistoryIcon} title={t('timeLine.none')} text={t('timeLine.noneAbout')} />
          ) : (
            <ol className={lines.line} data-events={all.length}>
              {all.slice(0, PAGE_SIZE).map((event, place) => (
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
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}

function isOfCard(event: TimeLineEvent, exid: string): boolean {
  if (event.kind === 'TOKEN') return event.token.card_identifier_id === exid;
  const { card_identifier_id: changed, authorization } = event.entry;
  return (changed ?? authorization?.card_identifier_id) === exid;
}
