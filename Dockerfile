# WebSign as a container: non-root, with a root file system that may be read only. Writable: /var/lib/websign, /tmp.
# The images are by name so that a mirror may serve them.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY . .
RUN node scripts/run.mjs package /opt/websign
# What confines the children that read documents (ADR 34); the compiler stays behind.
RUN apt-get update \
  && apt-get install -y --no-install-recommends gcc libc6-dev \
  && rm -rf /var/lib/apt/lists/*
RUN /opt/websign/websign sandbox install

# For HSMs: a module of its own is compiled here, the compiler stays behind. See docs/deploy/docker.md.
FROM build AS build-pkcs11
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
RUN /opt/websign/websign pkcs11 install

FROM ${RUN_IMAGE} AS base
RUN groupadd --system --gid 10001 websign \
  && useradd --system --uid 10001 --gid websign --home-dir /var/lib/websign --shell /usr/sbin/nologin websign \
  && install -d -o websign -g websign -m 0700 /var/lib/websign \
  # For a container of the signer process alone (websign signer): its ledger, and the socket that its group opens.
  && groupadd --system --gid 10002 websign-signer \
  && useradd --system --uid 10002 --gid websign-signer --home-dir /var/lib/websign-signer --shell /usr/sbin/nologin websign-signer \
  && install -d -o websign-signer -g websign-signer -m 0700 /var/lib/websign-signer \
  && install -d -o websign-signer -g websign-signer -m 0750 /run/websign-signer \
  # For one of the process that speaks with an HSM (websign hsm, --target pkcs11); the server's image has its socket's folder, too.
  && groupadd --system --gid 10003 websign-hsm \
  && useradd --system --uid 10003 --gid websign-hsm --home-dir /var/lib/websign-hsm --shell /usr/sbin/nologin websign-hsm \
  && install -d -o websign-hsm -g websign-hsm -m 0700 /var/lib/websign-hsm \
  && install -d -o websign-hsm -g websign-hsm -m 0750 /run/websign-hsm \
  && ln -s /opt/websign/websign /usr/local/bin/websign
ENV WEBSIGN_DATA=/var/lib/websign PORT=8080 OPERATIONS_PORT=8081
USER 10001:10001
WORKDIR /var/lib/websign
VOLUME /var/lib/websign
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/opt/websign/node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:'+process.env.OPERATIONS_PORT+'/healthz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["websign"]
CMD ["start"]

FROM base AS pkcs11
COPY --from=build-pkcs11 /opt/websign /opt/websign

FROM base AS websign
COPY --from=build /opt/websign /opt/websign
