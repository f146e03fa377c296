// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost. It has no tools.
