# The image of a release: the output of `npm run build:release`, with its own Node.js, on a slim base without npm or a compiler.
# docs/operate/deploy.md describes how to build and run it.
# name:tag@sha256:... pins the images: docs/operate/deploy.md#digests
ARG BUILD_IMAGE=node:24-bookworm
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS release
WORKDIR /build
COPY . .
# seconds since 1970: a build of the same commit and time creates the same files
ARG SOURCE_DATE_EPOCH
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build:release -- --without-database --out /release \
  && mkdir /cardwright \
  && tar -xzf /release/cardwright-*-no-database.tar.gz --strip-components=1 -C /cardwright \
  && cd /cardwright && sha256sum --check --quiet SHA256SUMS

FROM ${BASE_IMAGE}
RUN groupadd --gid 10001 cardwright \
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
# a number, so that Kubernetes can check that it is not root
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/opt/cardwright/runtime/node", "/opt/cardwright/health.mjs"]
# `docker run IMAGE cardwright.js doctor` runs the command line
ENTRYPOINT ["/opt/cardwright/runtime/node", "--max-semi-space-size=64"]
CMD ["server.js"]
