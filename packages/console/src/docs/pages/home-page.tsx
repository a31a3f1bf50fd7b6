import { menu, tags } from 'virtual:docs-outline';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './home-page.module.css';

/** The start page: entry points by audience, and every operation on one page. */
export function HomePage() {
  const [start, guides] = menu;
  return (
    <>
      <title>Cardwright</title>
      <h1 className={classes.title}>Cardwright</h1>
      <p className={classes.lead}>{WORDS.welcome}</p>
      <div className={classes.cards}>
        <List title={WORDS.welcomeStart} pages={start?.pages ?? []} />
        <List title={WORDS.guides} pages={guides?.pages ?? []} />
        <section className={classes.card}>
          <h2 className={classes.heading}>{WORDS.openapi}</h2>
          <ul className={classes.list}>
            {['/openapi.json', '/openapi-v1.json', '/openapi-programs.json'].map((path) => (
              <li key={path}>
                <a href={path}>{path}</a>
              </li>
            ))}
          </ul>
        </section>
      </div>
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

function List({ title, pages }: { title: string; pages: readonly { text: string; page: string }[] }) {
  return (
    <section className={classes.card}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {pages.map(({ text, page }) => (
          <li key={page}>
            <DocsLink to={`/guide/${page}`}>{text}</DocsLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
