import { menu, tags } from 'virtual:docs-outline';
import life from '../../../../../docs/pictures/authorization-life.svg';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './home-page.module.css';
import type { PageLink } from './page-links.tsx';

const titles = new Map(menu.flatMap(({ pages }) => pages.map(({ page, text }) => [page, text])));
const linksTo = (pages: readonly string[]): PageLink[] =>
  pages.map((page) => ({ to: `/guide/${page}`, text: titles.get(page) ?? page }));

/** The start pages for each kind of reader. */
const READERS = [
  { word: 'readerBank', pages: ['start/bank', 'guides/issue-a-card', 'guides/control-a-card', 'guides/webhooks'] },
  { word: 'readerNetwork', pages: ['start/network', 'interface/authorization-message', 'interface/decision'] },
  { word: 'readerAcquirer', pages: ['start/acquirer', 'guides/board-a-merchant', 'interface/merchant-review'] },
  { word: 'readerOperator', pages: ['start/operator', 'operate/first-day', 'operate/production', 'operate/doctor'] },
] as const;

/** The start page: entry points by kind of reader and by task, and every operation. */
export function HomePage() {
  const [, guides] = menu;
  const tests = { to: '/guide/interface/sandbox#test-cards-and-forced-declines', text: WORDS.testCards };
  return (
    <>
      <title>Cardwright</title>
      <h1 className={classes.title}>Cardwright</h1>
      <p className={classes.lead}>{WORDS.welcome}</p>
      <h2 className={classes.part}>{WORDS.welcomeReader}</h2>
      <div className={classes.readers}>
        {READERS.map(({ word, pages }) => (
          <PageList key={word} title={WORDS[word]} pages={linksTo(pages)} />
        ))}
      </div>
      <h2 className={classes.part}>{WORDS.welcomeTask}</h2>
      <div className={classes.cards}>
        <PageList title={WORDS.guides} pages={linksTo(guides?.pages.map(({ page }) => page) ?? [])} />
        <PageList title={WORDS.lookUp} pages={[tests, ...linksTo(['errors', 'cli', 'sdk', 'glossary'])]} />
        <section className={classes.card}>
          <h3 className={classes.heading}>{WORDS.openapi}</h3>
          <ul className={classes.list}>
            {['/openapi.json', '/openapi-v1.json', '/openapi-programs.json'].map((path) => (
              <li key={path}>
                <a href={path}>{path}</a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <h2 className={classes.part}>{WORDS.life}</h2>
      <DocsLink to="/guide/interface/decision">
        <img className={classes.life} src={life} alt={WORDS.lifeAbout} width={860} height={250} loading="lazy" />
      </DocsLink>
      <h2 className={classes.part}>{WORDS.welcomeOperations}</h2>
      <div className={classes.tags}>
        {tags.map(({ name, description, operations }) => (
          <section key={name} className={classes.card}>
            <h3 className={classes.tag}>{name.replaceAll('-', ' ')}</h3>
            <p className={classes.about}>{description}</p>
            <ul className={classes.list}>
              {operations.map(({ id, title }) => (
                <li key={id}>
                  <DocsLink to={`/operations/${id}`}>{title}</DocsLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

export function PageList({ title, pages }: { title: string; pages: readonly PageLink[] }) {
  return (
    <section className={classes.card}>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {pages.map(({ text, to }) => (
          <li key={to}>
            <DocsLink to={to}>{text}</DocsLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
