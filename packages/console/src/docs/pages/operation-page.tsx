import { tags } from 'virtual:docs-outline';
import { getRouteApi } from '@tanstack/react-router';
import { ExamplePanel } from '../example/example-panel.tsx';
import type { DescribedOperation } from '../text/contents.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import { InlineText } from '../text/inline-text.tsx';
import { CopyMarkdown } from './copy-markdown.tsx';
import { ErrorList } from './error-list.tsx';
import { FieldParts } from './field-parts.tsx';
import classes from './operation-page.module.css';
import { PageLinks } from './page-links.tsx';

const route = getRouteApi('/operations/$id' as never);

const pages = tags.flatMap(({ operations }) =>
  operations.map((each) => ({ to: `/operations/${each.id}`, text: each.title })),
);

/** Shows one operation: its purpose, how to call it, examples to send, every field, and every error. */
export function OperationPage() {
  const operation = route.useLoaderData() as DescribedOperation;
  const { title, id, description, request, answer, errors, surface } = operation;
  const requested = new Set(request.flatMap(({ rows }) => rows.map(({ field }) => field)));
  return (
    <>
      <title>{`${title} - Cardwright`}</title>
      <div className={classes.page}>
        <div className={classes.head}>
          <p className={classes.id}>{id}</p>
          <h1 className={classes.title}>{title}</h1>
          <p>
            <InlineText text={description} />
          </p>
          <CopyMarkdown address={`/operations/${id}`} />
          <Facts operation={operation} />
        </div>
        <aside className={classes.side} aria-label={WORDS.tryThis}>
          <ExamplePanel key={id} operation={operation} />
        </aside>
        <div className={classes.fields}>
          <FieldParts title={WORDS.requestFields} parts={request} />
          <FieldParts title={WORDS.answerFields} parts={answer} anchored={requested} />
          <ErrorList errors={errors} hasGeneral={surface === 'envelope' || surface === 'rest'} />
          <PageLinks pages={pages} here={`/operations/${id}`} />
        </div>
      </div>
    </>
  );
}

function Facts({ operation }: { operation: DescribedOperation }) {
  const { method, paths, scope, facts, reference } = operation;
  return (
    <dl className={classes.facts}>
      <dt>{WORDS.path}</dt>
      <dd>
        {paths.map((path) => (
          <code key={path} className={classes.path}>
            <b>{method}</b> {path}
          </code>
        ))}
      </dd>
      {scope !== undefined && (
        <>
          <dt>{WORDS.scope}</dt>
          <dd>
            <DocsLink to="/guide/interface/callers#scopes">
              <code>{scope}</code>
            </DocsLink>
          </dd>
        </>
      )}
      {facts.map(([name, text]) => (
        <Fact key={name} name={name} text={text} />
      ))}
      <dt>{WORDS.more}</dt>
      <dd>
        <DocsLink to={`/guide/${reference.replace(/^docs\//, '').replace('.md', '')}`}>
          {reference.replace(/^docs\/|\.md/g, '')}
        </DocsLink>
      </dd>
    </dl>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <InlineText text={text} />
      </dd>
    </>
  );
}
