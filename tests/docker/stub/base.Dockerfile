# A stand-in for a ROCm base image: Debian, a Python environment, an /opt/rocm with a version and no ROCm, and packages named
# torch and Triton that hold nothing. It says so in a label and in /etc/rocm-ci-stub; both are inherited by all that is built on it.
ARG BASE
# hadolint ignore=DL3006
FROM ${BASE}
# Once for all variants, with the compilers that a ROCm base has too.
RUN --mount=type=bind,source=.,target=/stub /stub/install.sh
ARG TORCH_TARGETS="gfx942 gfx950"
RUN --mount=type=bind,source=.,target=/stub /stub/make_base.sh "${TORCH_TARGETS}"
ENV PATH=/opt/venv/bin:/opt/rocm/bin:$PATH
LABEL org.rocm-attention-ci.stub="stands in for a ROCm base: no ROCm, no torch, no Triton"
USER 10000:10000
