# The image of a release: what `npm run build:release` makes, on a slim base, without npm, a compiler or root.
# docs/operate/deploy.md says how to make and run it.
# name:tag@sha256:... pins them: docs/operate/deploy.md#digests
ARG NODE_BUILD_IMAGE=node:22-bookworm
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_BUILD_IMAGE} AS release
WORKDIR /build
COPY . .
# seconds since 1970: the same commit and time make the same files
ARG SOURCE_DATE_EPOCH
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build:release -- --without-database --out /release \
  && mkdir /cardwright \
  && tar -xzf /release/cardwright-*-node.tar.gz --strip-components=1 -C /cardwright \
  && cd /cardwright && sha256sum --check --quiet SHA256SUMS

FROM ${NODE_IMAGE}
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && groupadd --gid 10001 cardwright \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/cardwright --shell /usr/sbin/nologin cardwright \
  && install -d -o 10001 -g 10001 -m 0750 /var/lib/cardwright
COPY --from=release /cardwright /opt/cardwright
COPY deploy/image/health.mjs /opt/cardwright/health.mjs
WORKDIR /opt/cardwright
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  CARDWRIGHT_MODE=production \
  CARDWRIGHT_DATA_DIR=/var/lib/cardwright
VOLUME /var/lib/cardwright
EXPOSE 8080 9464
# a number, so that Kubernetes sees that it is not root
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "health.mjs"]
# `docker run IMAGE cardwright.js doctor` runs the command line
ENTRYPOINT ["node", "--max-semi-space-size=64"]
CMD ["server.js"]
