# The images and what each is built from. `rocm-ci image build` hands in the values of one line of docker/versions.lock as a
# second file of bake, which it writes to build/images/<line>/bake.json.

group "default" {
  targets = ["rocm"]
}

target "rocm_base" {
  context    = "."
  dockerfile = "docker/Dockerfile.rocm_base"
  target     = "final"
}

target "rocm" {
  context    = "."
  dockerfile = "docker/Dockerfile.rocm"
  target     = "final"
  contexts   = { rocm_base = "target:rocm_base" }
  args       = { BASE = "rocm_base" }
}

target "cpu" {
  context    = "."
  dockerfile = "docker/Dockerfile.cpu"
  target     = "final"
}
