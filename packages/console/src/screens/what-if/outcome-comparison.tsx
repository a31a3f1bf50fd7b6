import type { CardListItem, Preview } from '@cardwright/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Assumption, parseAssumption } from '../../parts/decision/assumption-fields.tsx';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import classes from '../../parts/decision/what-if.module.css';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { digitsIn } from '../../parts/value/currency-digits.ts';
import { Status } from '../../parts/value/status.tsx';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { composeMessage, type MessageSearch } from './compose-message.ts';

interface Question {
  readonly card: CardListItem;
  readonly composed: MessageSearch;
}

/** Compares the decision under the current settings with the one under the assumptions. */
export function OutcomeComparison({ card, composed }: Question) {
  const { t } = useWords();
  const settings = parseAssumption(composed.set);
  const asSet = usePreview({ card, composed }, {});
  const assumed = usePreview({ card, composed }, settings);
  const amount = Number(composed.amount ?? 0).toFixed(digitsIn(card.currency));
  const isAssuming = Object.keys(settings).length > 0;
  return (
    <div className={classes.beside}>
      <QueryBoundary query={asSet}>
        {(preview) => <Outcome title={t('compose.asSet')} preview={preview} amount={amount} />}
      </QueryBoundary>
      {isAssuming && (
        <QueryBoundary query={assumed}>
          {(preview) => <Outcome title={t('compose.assumed')} preview={preview} amount={amount} />}
        </QueryBoundary>
      )}
    </div>
  );
}

function Outcome({ title, preview, amount }: { title: string; preview: Preview; amount: string }) {
  return (
    <Panel title={title} headerContent={<Status of={preview.rule === 'APPROVED' ? 'APPROVED' : 'DECLINED'} />}>
      {preview.explanation !== undefined && <DecisionSentences explanation={preview.explanation} />}
      <RuleList trace={preview.trace} amount={amount} />
    </Panel>
  );
}

function usePreview({ card, composed }: Question, cardSettings: Assumption) {
  const { language } = useWords();
  const client = useClient();
  const offset = useClockOffset();
  return useQuery({
    queryKey: ['preview', card.card_identifier_id, composed, cardSettings, language],
    placeholderData: keepPreviousData,
    enabled: offset !== undefined,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const message = composeMessage(composed, { card, now: new Date(Date.now() + (offset ?? 0)) });
      return client.authorizations.preview({ message, cardSettings } as never, {
        query: { explain: language },
        signal,
      });
    },
  });
}
