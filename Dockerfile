# The gateway as a container: `hintsmith gateway --file`, no store, as many replicas as wanted.
# For servers that are started by a command: add their programs. One behind an address needs nothing, so the image of
# `make package`, which has no distribution in it, is enough.
FROM rust:1.95-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --locked --profile dist --package hintsmith --bin hintsmith && strip target/dist/hintsmith

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home hintsmith
COPY --from=build /source/target/dist/hintsmith /usr/local/bin/hintsmith
USER 10001
EXPOSE 7411
# The token comes from HINTSMITH_TOKEN. Say with --allow-host under which names it may be asked.
ENTRYPOINT ["hintsmith", "gateway", "--file", "/etc/hintsmith/hintsmith.json", "--listen", "0.0.0.0:7411", "--open-to-every-network", "--health", "--metrics"]
CMD ["--allow-host", "localhost"]
