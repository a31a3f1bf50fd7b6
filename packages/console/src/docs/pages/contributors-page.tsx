import { contributorMenu } from 'virtual:docs-outline';
import { WORDS } from '../text/docs-words.ts';
import classes from './home-page.module.css';
import { PageList } from './home-page.tsx';

/** Lists the documents for people who change Cardwright itself: its design, its style and its decision records. */
export function ContributorsPage() {
  return (
    <>
      <title>{`${WORDS.contributors} - Cardwright`}</title>
      <h1 className={classes.title}>{WORDS.contributors}</h1>
      <p className={classes.lead}>{WORDS.contributorsAbout}</p>
      <div className={classes.cards}>
        {contributorMenu.map(({ text, pages }) => (
          <PageList
            key={text}
            title={text}
            pages={pages.map((each) => ({ to: `/guide/${each.page}`, text: each.text }))}
          />
        ))}
      </div>
    </>
  );
}
