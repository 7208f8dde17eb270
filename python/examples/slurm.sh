#!/bin/sh
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
#
#   cd FOLDER && sbatch slurm.sh
#
# A batch as an array of 64 shards, in a folder that all nodes share. A shard whose node dies is queued again, and
# continues. The last one writes the report; if a shard is missing, run `sbatch slurm.sh` again.
#SBATCH --job-name=espy
#SBATCH --array=1-64
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --requeue
espy batch --resume --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --threads "${SLURM_CPUS_PER_TASK:-1}" job.json
status=$?
# 3: some images failed, the others are done.
[ $status -eq 0 ] || [ $status -eq 3 ] || exit $status
# Fails with one line as long as other shards are not done.
espy batch --merge job.journal || true
