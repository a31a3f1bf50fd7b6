/** The style for light and dark colors, and for wide and narrow screens. */
export const HTML_STYLE = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--text:#1b2330;--dim:#5b6675;--line:#dfe4ea;--failed:#c0362c;--note:#a86a00;--passed:#1f7a4d;--skipped:#8792a2}
@media (prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1a2029;--text:#e6eaf0;--dim:#9aa6b5;--line:#2c3542;--failed:#ff7b70;--note:#f0b44c;--passed:#5fce96;--skipped:#77839a}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.15rem;margin:2rem 0 .75rem}
p{margin:.4rem 0;color:var(--dim)}code{font:13px/1.4 ui-monospace,monospace;color:var(--dim);overflow-wrap:anywhere}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:.6rem;padding:0;margin:1rem 0;list-style:none}
.counts li{background:var(--card);border:1px solid var(--line);border-top:4px solid currentColor;border-radius:.5rem;padding:.6rem .8rem}
.counts b{display:block;font-size:1.6rem;line-height:1.2;font-variant-numeric:tabular-nums}
.failed{color:var(--failed)}.note{color:var(--note)}.passed{color:var(--passed)}.skipped{color:var(--skipped)}
article,details{background:var(--card);border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0;padding:.8rem 1rem}
article{border-left:4px solid currentColor}article h3{font-size:1rem;margin:0}article ul{margin:.5rem 0 0;padding-left:1.1rem;color:var(--text)}article li{margin:.3rem 0;overflow-wrap:anywhere}
summary{cursor:pointer;display:grid;grid-template-columns:1fr auto;gap:.3rem .8rem;align-items:baseline}summary small{color:var(--dim)}
.bar{grid-column:1/-1;display:flex;height:.4rem;gap:2px;border-radius:.2rem;overflow:hidden}.bar i{background:currentColor;min-width:3px}
.rows{list-style:none;margin:.8rem 0 0;padding:0}.rows li{border-top:1px solid var(--line);padding:.4rem 0 .4rem .8rem;position:relative}
.rows li::before{content:"";position:absolute;left:0;top:.85rem;width:.45rem;height:.45rem;border-radius:50%;background:currentColor}
.rows span{display:block;color:var(--text)}.rows em{display:block;color:var(--dim);font-size:.85rem}
`;
