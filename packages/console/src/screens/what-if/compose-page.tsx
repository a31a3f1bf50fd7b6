import { useNavigate, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope } from '../../session/session.ts';
import { BeakerIcon, CreditCardIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { CardChoice } from './card-choice.tsx';
import { ComposeForm } from './compose-form.tsx';
import type { MessageSearch } from './compose-message.ts';
import { OutcomeComparison } from './outcome-comparison.tsx';
import { useCardsOf } from './use-cards-of.ts';

export function ComposePage() {
  const mayReadDecisions = useHasScope('authorizations:read');
  const mayReadCards = useHasScope('cards:read');
  return mayReadDecisions && mayReadCards ? <ComposeOf /> : <NoPermission />;
}

/**
 * Shows how a hypothetical message would be decided under the current and the assumed settings. The whole input is in
 * the address.
 */
function ComposeOf() {
  const { t } = useWords();
  const composed: MessageSearch = useSearch({ from: '/what-if' });
  const navigate = useNavigate({ from: '/what-if' });
  const cards = useCardsOf(composed.of);
  const go = (search: MessageSearch) => void navigate({ search: { ...search } });
  return (
    <Page title={t('whatIf.title')} about={t('whatIf.aboutComposed')}>
      <Panel title={t('compose.card')}>
        <CardChoice of={composed.of ?? ''} choose={(of) => go({ ...composed, of, card: undefined })} />
      </Panel>
      {composed.of === undefined ? (
        <Notice icon={BeakerIcon} title={t('compose.start')} text={t('compose.startAbout')} />
      ) : (
        <QueryBoundary query={cards}>
          {(found) => {
            const card = found.find(({ card_identifier_id: exid }) => exid === composed.card) ?? found[0];
            if (card === undefined) {
              return <Notice icon={CreditCardIcon} title={t('cards.none')} text={t('compose.noCard')} />;
            }
            return (
              <>
                <Panel title={t('compose.message')}>
                  <ComposeForm
                    key={card.card_identifier_id}
                    cards={found}
                    card={card}
                    composed={composed}
                    onSubmit={(next) => go({ ...next, of: composed.of })}
                  />
                </Panel>
                {composed.amount !== undefined && <OutcomeComparison card={card} composed={composed} />}
              </>
            );
          }}
        </QueryBoundary>
      )}
    </Page>
  );
}
